/** An example: an operation that can be sent as it is. */
export interface ReadyOperation {
  /** The field of a mutation, or the page of a screen. */
  name: string;
  kind: 'mutation' | 'screen';
  document: string;
  variables: Record<string, unknown>;
  /** The name of the variable that is a file. */
  file?: string;
}
