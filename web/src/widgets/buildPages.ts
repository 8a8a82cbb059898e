/** The pages of the production build. `widgets.html` is for the dev server alone. */
export const buildPages = { main: 'index.html', sandbox: 'sandbox/index.html' };
