/** Whether a status says that the server has failed. 501 says that it does not support the request. */
export const isServerFailure = (status: number): boolean => status >= 500 && status !== 501;
