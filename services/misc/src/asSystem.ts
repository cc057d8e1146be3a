import type { CommandContext } from '@almanac/event-sourcing';

/** For what the service does of itself, whoever has asked. */
export const asSystem = ({ newId }: { readonly newId: () => string }): CommandContext => {
  const id = newId();
  return { principal: 'system', language: 'en', correlation: id, causation: id };
};
