/** The metered endpoints of a server with the default tools, in the order of its reports. */
export const endpoints = ["text-analyzer", "image-converter", "usage", "profile"] as const;
