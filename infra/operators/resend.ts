import { requestResend } from '@almanac/messaging';
import { ConfigurationError } from '@almanac/service';
import { isOnMongodb, type OperatorCommand, required } from './operatorCommand.ts';
import { positionArgument } from './positionArgument.ts';
import { definitionsOf, withServices } from './serviceData.ts';

/** `resend`: makes the relay of a running service publish its events after a position to its topic again. */
export const resendCommand: OperatorCommand = {
  run: async ([service, position], around) => {
    const names = definitionsOf([required(service, 'The SERVICE')]).map(({ name }) => name);
    if (!isOnMongodb(around)) {
      throw new ConfigurationError(
        'On a data folder nothing is sent: subscriptions read the logs themselves. To have one read again: npm run ops -- reset',
      );
    }
    return withServices(around, names, async (services) => {
      const [data] = services;
      if (data === undefined) return false;
      const after = await positionArgument(data, position);
      const until = await data.store.last();
      await requestResend(data.entries, data.name, { after, until });
      const result = { service: data.name, from: after + 1, to: until };
      around.say(
        `${data.name}: what commits ${result.from} to ${until} publish is sent again while the service runs.`,
        result,
      );
      return true;
    });
  },
};
