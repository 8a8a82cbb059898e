import type { ComponentType } from 'react';

/** A component in a script of its own, which is loaded after the page is drawn. */
export class DeferredComponent<Props> {
  /** Null until it is loaded. */
  component: ComponentType<Props> | null = null;
  #load: () => Promise<ComponentType<Props>>;
  #listeners = new Set<() => void>();

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  async load(): Promise<void> {
    this.component ??= await this.#load();
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
