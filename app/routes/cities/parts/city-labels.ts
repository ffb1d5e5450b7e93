import { cityColumns } from "~/models/cities/city-columns";
import { labelsOf } from "~/models/columns";

export const cityFieldLabels = (provider: string) => ({
  ...labelsOf(cityColumns),
  urban37CityCode: `${provider} ${cityColumns.urban37CityCode.label}`,
});

export type CityFieldName = keyof ReturnType<typeof cityFieldLabels>;
