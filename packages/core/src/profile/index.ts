export { exportAccount } from "./export-account.ts";
export { basicProfile, getProfile, type Profile, type ProfileSource } from "./profile.ts";
export { ProfileRecord, ProfileRequest } from "./schema.ts";
