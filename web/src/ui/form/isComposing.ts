/** Whether a key belongs to an input method. Safari sends the Enter that ends a composition after it, with this code only. */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
