const share = 0.1;
const most = 10;

/** Allows a retry for a tenth of the calls, so that an outage does not double the traffic. */
export class RetryBudget {
  #left = most;

  /** Called for each first attempt. */
  earn(): void {
    this.#left = Math.min(most, this.#left + share);
  }

  /** Uses one retry; false if none is left. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
