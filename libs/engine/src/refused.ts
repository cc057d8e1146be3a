/** The reason why a request is refused, with its status. Recognised by `code`. */
export class RefusedError extends Error {
  readonly code = 'refused';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'RefusedError';
    this.status = status;
  }
}
