import { type GivenUpEffect, listGivenUp } from '@almanac/effects';
import type { OperatorCommand } from './operatorCommand.ts';
import { withServices } from './serviceData.ts';

/** `given-up`: lists outside effects that are not retried any more. */
export const givenUpCommand: OperatorCommand = {
  run: (names, around) =>
    withServices(around, names, async (services) => {
      const found = await Promise.all(services.map(({ entries }) => listGivenUp(entries)));
      for (const effect of found.flat()) around.say(described(effect), resultOf(effect));
      if (found.flat().length === 0) around.say('No outside effects were given up.');
      return found.flat().length === 0;
    }),
};

/** Returns an effect without its payload. */
const resultOf = ({ name, type, receiver, key, wantedAt, at, tries, reason }: GivenUpEffect): object => ({
  name,
  type,
  receiver,
  key,
  wanted_at: wantedAt,
  given_up_at: at,
  tries,
  reason,
});

const described = ({ name, type, receiver, key, wantedAt, at, tries, reason }: GivenUpEffect): string =>
  `${name}  ${type}  ${receiver}/${key}  wanted ${wantedAt}, given up ${at} (tries: ${tries}): ${reason}`;
