const share = 0.1;
const most = 10;

/** Lets a tenth of the calls be tried once more, so that an outage is not met with twice the traffic. */
export class RetryBudget {
  #left = most;

  /** A call goes out for the first time. */
  earn(): void {
    this.#left = Math.min(most, this.#left + share);
  }

  /** Whether one more try is left, which is then used. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
