export declare const titleFaults: (
  source: string,
) => { readonly line: number; readonly rule: 'fragmentTitle' | 'testOutsideDescribe' }[];
