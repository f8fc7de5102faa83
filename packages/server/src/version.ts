/** The version of the packages. `.ci/version` sets it. */
export const version = "0.1.0";
