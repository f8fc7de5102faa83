export { exportAccount } from "./export-account.ts";
export { getProfile, type Profile, profileOf, type ProfileSource } from "./profile.ts";
