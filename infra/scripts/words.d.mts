export declare const WORDING_RULES: ReadonlyMap<string, { readonly pattern?: RegExp; readonly advice: string }>;
export declare const refusedWordings: (source: string) => { readonly line: number; readonly rule: string }[];
