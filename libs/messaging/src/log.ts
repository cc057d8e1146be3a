/** The bus's messages to operators; the shape of the services' logger. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Matches the names of errors of an unreachable broker or store. Their stacks are those of the driver alone. */
const OUTAGE = /^(?:KafkaJS|Mongo(?:Network|ServerSelection|PoolCleared|NotConnected|TopologyClosed))/;

/** Returns the fields of a log line about a failure that is retried: an outage has its reason, others their stack. */
export const failureFields = (error: unknown): { readonly reason: string } | { readonly error: unknown } =>
  error instanceof Error && OUTAGE.test(error.name) ? { reason: String(error) } : { error };
