export const reviewLimits = {
  nameLength: 100,
  reasonLength: 500,
  /** The days from now to the due date, at most. */
  days: 366,
  /** People and reviewers that are named by id. */
  people: 2_000,
  reviewers: 50,
  /** The largest number of people in a review. */
  items: 10_000,
  /** The open and recurring reviews of an organisation, and the reviews that start within a day. */
  open: 20,
  series: 20,
  startsADay: 20,
  /** The decisions in one call. */
  decisions: 100,
} as const;

/** The number of days before the due date on which reviewers with pending decisions are reminded. */
export const reviewReminderDays = [7, 1] as const;
