import { splitName } from "~/models/person";
import { Avatar } from "~/ui/avatar";

type CityLogoProps = { city: { cityName: string; logoUrl: string | null }; size?: number };

export function CityLogo({ city: { cityName, logoUrl }, size = 40 }: CityLogoProps) {
  if (!logoUrl) return <Avatar person={splitName(cityName)} size={size} />;
  return <img className="aspect-square flex-none" src={logoUrl} alt="" width={size} height={size} />;
}
