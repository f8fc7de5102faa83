import uPlot from "uplot";

// The server serves uPlot next to the islands under this name.
export { uPlot };
