import type { ComponentType } from 'react';

/** A part of the page in a script of its own. */
export class LaterPart<Props> {
  now: ComponentType<Props> | null = null;
  #load: () => Promise<ComponentType<Props>>;
  #listeners = new Set<() => void>();

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  async bring(): Promise<void> {
    this.now ??= await this.#load();
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
