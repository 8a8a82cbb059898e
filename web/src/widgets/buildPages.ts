/** The pages of the production build. `widgets.html` is for the dev server alone. */
export const consolePage = 'index.html';
export const sandboxPage = 'sandbox/index.html';
