import { recordsContract } from '@almanac/documents/records-contract';
import { memoryRecords } from './memoryRecords.ts';

const make = async () => ({ records: memoryRecords(), dispose: async () => undefined });

recordsContract('memory', make, { lasting: true });
