export const reviewLimits = {
  nameLength: 100,
  reasonLength: 500,
  /** The days from now to the due date, at most. */
  days: 366,
  /** People and reviewers that are given by their ids. */
  people: 2_000,
  reviewers: 50,
  /** The people of a review. */
  items: 10_000,
  /** The open and recurring reviews of an organisation, and those that start within a day. */
  open: 20,
  series: 20,
  startsADay: 20,
  /** The decisions of a call. */
  decisions: 100,
} as const;

/** The days before the due date on which reviewers with people to decide about are reminded. */
export const reviewReminderDays = [7, 1] as const;
