declare global {
  interface Window {
    /** Read by get-nonce, for the style with which Mantine's dialogs stop the page behind them from scrolling. */
    __webpack_nonce__?: string;
  }
}

/** The nonce of this page's style elements; the gateway writes a new one into each response. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

export const exposeStyleNonce = (): void => {
  window.__webpack_nonce__ = styleNonce();
};
