import uPlot from "uplot";

// The server puts uPlot beside the islands under this name.
export { uPlot };
