export { commitFenced, type Stores } from "../commit.ts";
