import { entriesContract } from '@almanac/documents/entries-contract';
import { memoryEntries } from './memoryEntries.ts';

const make = async () => ({ entries: memoryEntries(), dispose: async () => undefined });

entriesContract('memory', make, { lasting: true });
