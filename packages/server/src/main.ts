#!/usr/bin/env node
import process from "node:process";
import { main } from "./cli/main.ts";
import { endQuietlyWithoutReader } from "./runtime/signals.ts";

endQuietlyWithoutReader();
void main(process.argv.slice(2));
