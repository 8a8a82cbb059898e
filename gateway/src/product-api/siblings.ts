/** Calls that are given up together. Signals that follow each other would say the same, and cost more than the rest of a small call. */
export class Siblings {
  readonly #underWay = new Set<AbortController>();
  #reason: { thrown: unknown } | null = null;

  join(call: AbortController): void {
    if (this.#reason) call.abort(this.#reason.thrown);
    else this.#underWay.add(call);
  }

  leave(call: AbortController): void {
    this.#underWay.delete(call);
  }

  /** Those under way, and every one that would follow. */
  giveUp(thrown: unknown): void {
    this.#reason = { thrown };
    for (const call of this.#underWay) call.abort(thrown);
    this.#underWay.clear();
  }
}
