/** The <font> that replaces each text node, and the text nodes of each <font>, after the browser translated the page. */
const standIns = new WeakMap<Node, ChildNode>();
const texts = new WeakMap<Node, Node[]>();

const recordTranslation = (changes: readonly MutationRecord[]): void => {
  const fonts = new Set<Node>();
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node.nodeName === 'FONT') fonts.add(node);
  if (fonts.size === 0) return;
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes)
    for (const node of removedNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find((other) => other && fonts.has(other));
      if (!font) continue;
      standIns.set(node, font as ChildNode);
      texts.set(font, [...(texts.get(font) ?? []), node]);
    }
};

/** Puts a text node that the translation has removed back into its place, where the browser translates it again. */
const restore = (node: Node): void => {
  const font = standIns.get(node);
  if (font?.parentNode) font.replaceWith(...(texts.get(font) ?? []));
};

/** The browser's translation replaces text nodes that React changes: numbers would freeze, and insertions before or removals would end the console. */
export function withstandPageTranslation(): void {
  new MutationObserver(recordTranslation).observe(document.body, { childList: true, subtree: true });
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    restore(node);
    if (next && next.parentNode !== this) restore(next);
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (node.parentNode !== this) restore(node);
    return node.parentNode === this ? (removeChild.call(this, node) as T) : node;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      restore(this);
      value?.set?.call(this, text);
    },
  });
}
