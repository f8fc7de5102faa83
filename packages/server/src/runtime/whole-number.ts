import { z } from "zod";

export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}
