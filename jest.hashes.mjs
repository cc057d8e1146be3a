import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;

/** True for the cost of new account passwords and recovery codes (`slowHash` of `@almanac/identity`). */
const isOfPasswords = ({ N, r, p }) => N === 16_384 && r === 8 && p === 5;

/**
 * Specs hash hundreds of passwords and recovery codes, at 150 ms of a processor each. Their hashes have the same form,
 * but cost little. Hashes of other costs, processes that a spec starts, and whole sites in `e2e/` use the real cost.
 */
crypto.scrypt = (text, salt, length, cost, done) =>
  scrypt(text, salt, length, isOfPasswords(cost) ? { ...cost, N: 16 } : cost, done);
syncBuiltinESMExports();
