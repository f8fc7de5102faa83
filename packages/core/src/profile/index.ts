export { getProfile, type Profile, profileOf, type ProfileSource } from "./profile.ts";
