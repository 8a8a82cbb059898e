/** Lets acts on the same thing go one after another, within this gateway. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Acts when whoever came before with the same key is done, well or not. */
  async take<T>(key: string, act: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(act);
    const over = mine.catch(() => undefined);
    this.#last.set(key, over);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === over) this.#last.delete(key);
    }
  }
}
