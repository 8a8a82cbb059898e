declare global {
  interface Window {
    /** Read by get-nonce, through which Mantine's dialogs write the style that stops the page behind them from scrolling. */
    __webpack_nonce__?: string;
  }
}

/** The nonce that this page's style elements must carry; the gateway writes a fresh one into each answer. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

export const lendStyleNonce = (): void => {
  window.__webpack_nonce__ = styleNonce();
};
