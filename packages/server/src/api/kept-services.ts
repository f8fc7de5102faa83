import type { Hono } from "hono";
import type { ApiEnv, Services } from "../http/context.ts";

const servicesByApi = new WeakMap<Hono<ApiEnv>, Services>();

/** Keeps the services of an app that `createApi` creates, for other apps that answer calls with them. */
export function keepServices(api: Hono<ApiEnv>, services: Services): void {
  servicesByApi.set(api, services);
}

/** Returns the services of an app that `createApi` created; `undefined` for any other app. */
export function servicesOf(api: Hono<ApiEnv>): Services | undefined {
  return servicesByApi.get(api);
}
