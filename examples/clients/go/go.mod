module example.com/toolsapi

go 1.19
