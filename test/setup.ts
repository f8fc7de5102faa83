import * as fc from "fast-check";

// A property draws the same values when its test is retried, so a counterexample fails again.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Math.floor(Math.random() * 2 ** 31) });
