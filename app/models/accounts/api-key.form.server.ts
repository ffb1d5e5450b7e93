import { formKey, required, z } from "../schema.server";

export const ApiKeyForm = z.object({
  name: required("Key name is required", 100),
  isReadOnly: z.boolean().default(false),
  formKey,
});

export const RevokeApiKeyForm = z.object({ keyId: z.number().int().min(1) });

export type NewApiKey = z.output<typeof ApiKeyForm>;
