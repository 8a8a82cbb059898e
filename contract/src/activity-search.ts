/** Days that a search covers by default, and most events that are read for a page of a search. */
export const activitySearch = { days: 90, eventsRead: 2000 } as const;
