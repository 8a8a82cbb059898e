let aheadMs = 0;

/** The server's time according to its last response: the browser's clock may differ. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);

/** Remembers the time of each response. */
export const noteServerTime =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request);
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) aheadMs = date - Date.now();
    return response;
  };
