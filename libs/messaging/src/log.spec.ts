import kafkajs from 'kafkajs';
import { failureFields } from './log.ts';

describe('the log line of a failure that is retried', () => {
  it('has the reason of an outage of the brokers, without a stack', () => {
    const error = new kafkajs.KafkaJSNonRetriableError('The coordinator is loading');
    expect(failureFields(error)).toEqual({ reason: 'KafkaJSNonRetriableError: The coordinator is loading' });
  });

  it('has the stack of every other error', () => {
    const error = new TypeError('undefined is not a function');
    expect(failureFields(error)).toEqual({ error });
  });
});
