/** Days searched by default, and most events read for a page of a search. */
export const activitySearch = { days: 90, eventsRead: 2000 } as const;
