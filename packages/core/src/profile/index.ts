export { getProfile, type Profile, type ProfileSource } from "./profile.ts";
