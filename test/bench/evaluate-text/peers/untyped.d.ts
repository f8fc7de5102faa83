// Types for the used members of packages without types.
declare module "vader-sentiment" {
  const vader: { SentimentIntensityAnalyzer: { polarity_scores: (text: string) => { compound: number } } };
  export default vader;
}

declare module "sentiment" {
  export default class Sentiment {
    analyze(text: string): { comparative: number };
  }
}

declare module "rake-modified" {
  const rake: { default: (text: string) => Record<string, number> };
  export default rake;
}
