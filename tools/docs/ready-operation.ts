/** An operation that can be sent as it is. */
export interface ReadyOperation {
  /** Of a mutation its field, of a screen its page. */
  name: string;
  kind: 'mutation' | 'screen';
  document: string;
  variables: Record<string, unknown>;
  /** The variable that is a file. */
  file?: string;
}
