import type { NewEvent, Redaction } from './eventStore.ts';

/** A commit's events with other data in one of them. */
export const redacted = (events: readonly NewEvent[], { stream, version, data }: Redaction): NewEvent[] =>
  events.map((event) => (event.stream === stream && event.version === version ? { ...event, data } : event));
