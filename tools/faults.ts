/** A row of the fault matrix, by its number in test titles (`RELIABILITY-F16`). */
export interface Fault {
  what: string;
  expected: string;
  /** Why no test of one gateway and one platform shows it; without it a test title must name the fault. */
  notShown?: string;
  /** What is different from the row here. */
  note?: string;
}

/** By number; index 0 is F1. */
export const faults: readonly Fault[] = [
  {
    what: 'Every call of the product API takes 2 s',
    expected: 'no error; the page says ‘Please Wait...’',
    note: 'At most 32 calls are under way at once (16 of one caller); more wait for their turn.',
  },
  {
    what: 'The product API accepts and never answers',
    expected: 'UPSTREAM_TIMEOUT at the deadline; then the breaker answers at once',
    note: 'The breaker opens after five outages in a row of a caller, or the outages of three callers.',
  },
  { what: 'An answer comes byte by byte', expected: 'UPSTREAM_TIMEOUT at the deadline of the whole call' },
  {
    what: 'The connection is reset before or in the middle of an answer',
    expected: 'a read is tried once more; a write is sent once',
  },
  {
    what: 'Status 500 with a JSON message, or a page',
    expected:
      'a JSON message is shown, cut and without control characters; our own 500 and any page say ‘Request Failed’',
  },
  { what: 'A page of HTML with status 200 or 500', expected: 'UPSTREAM_BAD_RESPONSE; nothing of the page is shown' },
  { what: 'JSON that is malformed, cut off or empty', expected: 'UPSTREAM_BAD_RESPONSE; the process goes on' },
  {
    what: '401 in the middle of several calls',
    expected: 'one UNAUTHENTICATED, the cookie cleared once, one way to sign-in',
  },
  { what: 'An answer of 200 MB, or a list of a million rows', expected: 'an error; memory is bounded' },
  { what: 'Values of wrong types', expected: 'an error of that field alone; "false" is not true' },
  { what: 'Missing fields, null lists, unknown fields', expected: 'null, an empty list, ignored' },
  { what: 'A redirect', expected: 'an error; it is not followed, and no header goes elsewhere' },
  { what: '429 with Retry-After', expected: 'RATE_LIMITED with the seconds; not sent again' },
  {
    what: 'New session tokens on parallel answers, in any order',
    expected: 'the next request uses the newest; the session goes on',
  },
  { what: 'A session token that is garbage', expected: 'ignored and logged; the cookie stays below 4096 bytes' },
  {
    what: 'PostgreSQL is restarted or stopped in immediate mode, under load',
    expected: '503 for what is under way, nothing acknowledged is lost, the same process, back within 5 s',
  },
  {
    what: 'PostgreSQL has no space left',
    expected: 'writes are 503, reads go on, it recovers by itself',
    note: 'Signing in and every act with an audit row are writes too. The test has each write fail with the code of a full disk.',
  },
  { what: 'kill -9 in the middle of the migrations', expected: 'the next start completes them' },
  { what: 'Several platforms migrate at once', expected: 'one does, the others wait' },
  {
    what: 'kill -9 or a lost connection in the middle of an upload of users',
    expected: 'all rows or none; the same file can be sent again; no mail twice',
  },
  {
    what: 'kill -9 in the middle of the creation of an organisation',
    expected: 'the same attempt finishes it: one organisation, each person once',
  },
  {
    what: 'A person of the wizard is refused',
    expected: 'the others are created; the refused one is named and sent again alone',
  },
  {
    what: 'SIGTERM under load with changes',
    expected: 'what is under way is answered, and the process ends within 12 s',
  },
  { what: 'kill -9 of the gateway', expected: 'the same attempt again has exactly one effect' },
  {
    what: 'The sealing secret is changed under traffic',
    expected: 'older cookies are good for one rotation, then signed out',
  },
  {
    what: 'Redis is down or slow',
    expected: 'limits fall back to memory',
    notShown: 'The product has no Redis: counters and ended sessions are in the memory of each gateway.',
  },
  {
    what: 'The mail server is down, slow, refuses or closes',
    expected: 'the answer does not wait for it; five tries, then given up; an expired passcode is not sent',
  },
  {
    what: 'A mail was sent, but not marked as sent',
    expected: 'it is sent again, the same and with the same Message-ID',
  },
  {
    what: 'The browser is offline',
    expected: 'the form keeps its content and can be sent again; no change is repeated by itself',
    note: 'A toast says ‘Request Failed’; there is no banner, and pages are loaded again by hand.',
  },
  { what: 'A button is pressed twice, or a change sent twice at once', expected: 'one effect' },
  { what: 'Sign-out in one tab, another tab goes on', expected: 'the other tab is signed out at once' },
  {
    what: 'Another person signs in in another tab',
    expected: 'the older tab does nothing in the other’s name and starts anew',
  },
  {
    what: 'A script of an older build is gone',
    expected: 'one reload, then the fallback screen; a missing asset is 404',
  },
  {
    what: 'An older console sends operations to a newer schema',
    expected: 'they go on working',
    notShown: 'There is no earlier release to take operations from. A missing script of an older build is F33.',
  },
  {
    what: 'Clocks of gateway and platform differ, or one jumps back',
    expected: 'passcodes and links are judged by the platform’s clock alone; waits are measured by a monotonic clock',
  },
  { what: 'A client sends its headers or body slowly', expected: 'its connection is closed; others are answered' },
  {
    what: 'A thousand idle connections and 256 file descriptors',
    expected: 'new connections wait or are refused; it recovers by itself',
  },
  {
    what: '30 minutes at 50 requests a second',
    expected: 'memory is flat',
    notShown: 'Takes longer than tests may: `npm run bench -- soak` measures it.',
  },
  { what: 'The name of the product API cannot be resolved', expected: 'UPSTREAM_UNAVAILABLE' },
  { what: '103, duplicate headers, 204', expected: 'understood' },
  { what: 'The product API lacks a call and answers a page with 404', expected: 'that field alone is an error' },
  { what: 'Two people change the same user', expected: 'the second is CONFLICT and sees what the first wrote' },
  { what: 'A mapping is accepted and rejected at once', expected: 'one wins, the other is 409' },
  { what: 'Many creations, uploads and activations at the user limit', expected: 'never above the limit' },
  {
    what: 'The database is restored from a backup',
    expected: 'sessions that began later are invalid, earlier rows are as they were',
  },
  {
    what: 'An error that nothing catches',
    expected: 'logged; requests in progress are answered; exit code 1',
  },
];
