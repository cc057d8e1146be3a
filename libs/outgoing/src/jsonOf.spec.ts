import { jsonOf } from './jsonOf.ts';

describe('the JSON of an answer', () => {
  it.each([
    ['{"a": [1]}', { a: [1] }],
    ['null', null],
    ['', undefined],
    ['<html>', undefined],
    ['{"a": 1', undefined],
  ])('is parsed: %j is %j', (text, value) => {
    expect(jsonOf(Buffer.from(text))).toEqual(value);
  });
});
