/** For how many days events are searched by default, and how many events one page of a search reads at most. */
export const activitySearch = { days: 90, eventsRead: 2000 } as const;
