/** The subset of `fetch` that is used here, so that a host can supply its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Reads the JSON of a response with status 200. The other server is not trusted: reading stops after `largest` bytes. A
 * redirect fails like any other status; the caller must tell `fetch` not to follow it.
 *
 * @throws Error if the status is not 200, the body is too long, or it is not JSON in UTF-8.
 */
export async function readJson(response: Response, largest: number): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`expected status 200, received ${response.status}`);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > largest) {
      await reader?.cancel();
      throw new Error(`expected at most ${largest} bytes, received more`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}
