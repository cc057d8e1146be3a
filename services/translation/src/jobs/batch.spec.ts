import { given } from '@almanac/event-sourcing/testing';
import { type BatchEvent, batchDecider } from './batch.ts';

const batch = { name: 'Spring', deadline: '', channel: 'tp', automatic: false, jobs: [3, 4] } as const;
const sent: BatchEvent = { type: 'BatchSent', data: batch };
const accepted = (tp_id: number): BatchEvent => ({ type: 'BatchAccepted', data: { tp_id } });

describe('a batch', () => {
  it('is sent once', () => {
    given(batchDecider).when({ type: 'SendBatch', batch }).then([sent]);
    given(batchDecider, [sent]).when({ type: 'SendBatch', batch }).then([]);
  });

  it('is accepted under the agency’s last number', () => {
    given(batchDecider, [sent])
      .when({ type: 'AcceptBatch', tpId: 9 })
      .then([accepted(9)]);
    given(batchDecider, [sent, accepted(9)])
      .when({ type: 'AcceptBatch', tpId: 9 })
      .then([]);
    given(batchDecider, [sent, accepted(9)])
      .when({ type: 'AcceptBatch', tpId: 10 })
      .then([accepted(10)]);
  });

  it('cannot be accepted before it was sent', () => {
    given(batchDecider).when({ type: 'AcceptBatch', tpId: 9 }).then([]);
  });
});
