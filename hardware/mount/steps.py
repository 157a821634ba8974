"""Assembly step by step: what each picture shows, and what is said beside it in English and German; plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step.

    Attributes:
        number: From 1; its picture is ``step-01.png`` and so on.
        english: Title and text.
        german: Title and text.
        shows: Steps whose parts stand there already; empty where only this step's parts are seen.
        azimuth_deg: From where one looks: 0 from the front, 90 from the right.
        elevation_deg: How high one looks from.
        turn: "stand" as it stands, "case front down" as the case lies on the bench.
        is_one_side: Whether only the right wing is shown.
        brings: Steps whose parts are mounted in this one, whole.
        brings_from: Whence: "below", "inside", "behind the case" or "right".
        hides: Parts left out, for a nearer look.
    """

    number: int
    english: tuple[str, str]
    german: tuple[str, str]
    shows: tuple[int, ...] = ()
    azimuth_deg: float = -32.0
    elevation_deg: float = 24.0
    turn: str = "stand"
    is_one_side: bool = False
    brings: tuple[int, ...] = ()
    brings_from: str = ""
    hides: tuple[str, ...] = ()

    @property
    def picture(self) -> str:
        """Return the name of its picture."""
        return f"step-{self.number:02d}.png"


STEPS = (
    Step(
        number=1,
        english=(
            "Two feet",
            "Slide a steel bar into the wide pocket and a profile into the square one of a cap; foam "
            "tape between them "
            "keeps the bar from rattling. Second cap on the other end, an M5 × 10 with a T-nut "
            "through the top of each. "
            "Rubber feet into the round recesses.",
        ),
        german=(
            "Zwei Füße",
            "Flachstahl in die breite, Profil in die quadratische Tasche einer Kappe schieben; "
            "Schaumklebeband dazwischen, "
            "damit nichts klappert. Zweite Kappe ans andere Ende, je eine M5 × 10 mit Nutenstein von "
            "oben. Gummifüße in "
            "die runden Vertiefungen.",
        ),
    ),
    Step(
        number=2,
        english=(
            "Masts onto the feet",
            "Stand a mast on the middle of each foot, one plate on either face, four M5 × 10 with "
            "T-nuts each. The ridges "
            "sit in the slots and keep it upright; check with a square before tightening.",
        ),
        german=(
            "Masten auf die Füße",
            "Je einen Mast mitten auf einen Fuß stellen, außen und innen eine Platte, je vier M5 × "
            "10 mit Nutensteinen. "
            "Die Stege sitzen in den Nuten und richten aus; vor dem Festziehen mit dem Winkel prüfen.",
        ),
        shows=(1,),
    ),
    Step(
        number=3,
        english=(
            "The beam",
            "Lay the beam on both masts, flush with their outsides. One plate in front and one "
            "behind at each corner, "
            "four M5 × 10 each. Push the caps into the ends.",
        ),
        german=(
            "Der Balken",
            "Balken auf beide Masten legen, außen bündig. An jeder Ecke vorn und hinten eine Platte "
            "mit je vier M5 × 10. "
            "Kappen in die Enden drücken.",
        ),
        shows=(1, 2),
    ),
    Step(
        number=4,
        english=(
            "Camera onto its plate",
            "Lay the camera on the four bosses, lens down through the opening, cable to the back; "
            "four M2 × 6, no more than "
            "finger-tight. Take the foil off the lens.",
        ),
        german=(
            "Kamera auf ihre Platte",
            "Kamera auf die vier Sockel legen, Linse nach unten durch die Öffnung, Kabel nach "
            "hinten; vier M2 × 6, nur "
            "handfest. Folie von der Linse ziehen.",
        ),
        azimuth_deg=-35.0,
        elevation_deg=38.0,
    ),
    Step(
        number=5,
        english=(
            "Carriage under the beam",
            "Screw the carriage into the lower slot exactly in the beam's middle with two M5 × 10, "
            "then the camera's plate "
            "below it with four M3 × 10 from above.",
        ),
        german=(
            "Schlitten unter den Balken",
            "Schlitten mit zwei M5 × 10 genau in der Mitte in die untere Nut schrauben, dann die "
            "Kameraplatte mit vier "
            "M3 × 10 von oben darunter.",
        ),
        shows=(3, 4),
        brings=(4,),
        brings_from="below",
        hides=("corner-plate", "beam-cap", "screw plate 3"),
        azimuth_deg=-25.0,
        elevation_deg=12.0,
    ),
    Step(
        number=6,
        english=(
            "Two wings of light",
            "Stick a piece of LED strip onto each channel's floor and join the pieces with short "
            "wires. Slide the diffusers in. "
            "Two straps with four M3 × 8 each join three channels; a plate with one M3 × 8 shuts each end.",
        ),
        german=(
            "Zwei Lichtflügel",
            "In jede Rinne ein Stück LED-Streifen kleben und die Stücke mit kurzen Litzen verbinden. Streuscheiben "
            "einschieben. Zwei Laschen mit je vier M3 × 8 verbinden drei Rinnen; je eine Platte mit "
            "M3 × 8 schließt die "
            "Enden.",
        ),
        azimuth_deg=-55.0,
        elevation_deg=28.0,
        is_one_side=True,
    ),
    Step(
        number=7,
        english=(
            "Wings onto the masts",
            "Screw a holder onto each wing's middle channel with two M3 × 10, then onto the inside "
            "of the mast with two M5 × 10, "
            "as high as the numbers say. The wire leaves through the hole in the back into the mast's slot.",
        ),
        german=(
            "Flügel an die Masten",
            "Je einen Halter mit zwei M3 × 10 auf die mittlere Rinne, dann mit zwei M5 × 10 innen an "
            "den Mast, so hoch wie "
            "angegeben. Die Litze geht durch das Loch im Rücken in die Nut des Mastes.",
        ),
        shows=(1, 2, 3, 4, 5, 6),
        brings=(6,),
        brings_from="inside",
    ),
    Step(
        number=8,
        english=(
            "Display into its frame",
            "Lay the tray on its face, the display into it, face down, upper edge to the far side. "
            "Three clamps with M3 × 8 "
            "hold its rim; a pad of foam under each takes up what is left.",
        ),
        german=(
            "Display in den Rahmen",
            "Rahmen auf die Vorderseite legen, Display mit dem Gesicht nach unten hinein, Oberkante "
            "nach hinten. Drei "
            "Klammern mit M3 × 8 halten den Rand; Schaumstoff darunter nimmt das Spiel.",
        ),
        azimuth_deg=-28.0,
        elevation_deg=42.0,
        turn="case front down",
    ),
    Step(
        number=9,
        english=(
            "Legs and Raspberry Pi onto the cover",
            "First the legs from outside, two M3 × 8 each from inside the cover. Then the Pi on its "
            "four bosses with M2.5 × 6, "
            "its USB sockets to the side, its power socket to the lower edge.",
        ),
        german=(
            "Beine und Raspberry Pi an den Deckel",
            "Erst die Beine von außen, je zwei M3 × 8 von der Innenseite. Dann den Pi auf die vier "
            "Sockel mit M2.5 × 6, die "
            "USB-Buchsen zur Seite, die Strombuchse zur Unterkante.",
        ),
        azimuth_deg=-52.0,
        elevation_deg=32.0,
    ),
    Step(
        number=10,
        english=(
            "Close the case",
            "Plug the display's flat cable and its power lead into the Pi, lay the cover on, four M3 "
            "× 8. No cable may be "
            "pinched by the rim.",
        ),
        german=(
            "Gehäuse schließen",
            "Flachkabel und Stromkabel des Displays am Pi einstecken, Deckel auflegen, vier M3 × 8. "
            "Der Rand darf kein Kabel "
            "quetschen.",
        ),
        shows=(8, 9),
        brings=(9,),
        brings_from="behind the case",
        azimuth_deg=150.0,
        elevation_deg=18.0,
    ),
    Step(
        number=11,
        english=(
            "Case onto the right foot",
            "Push the legs against the outside of the right foot, either side of the mast, one M5 × "
            "10 with a T-nut each.",
        ),
        german=(
            "Gehäuse an den rechten Fuß",
            "Beine außen an den rechten Fuß schieben, beiderseits des Mastes, je eine M5 × 10 mit Nutenstein.",
        ),
        shows=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        brings=(8, 9, 10),
        brings_from="right",
        azimuth_deg=38.0,
        elevation_deg=24.0,
    ),
    Step(
        number=12,
        english=(
            "The button",
            "Button through the lid's hole, buzzer into its ring behind the small holes. The piece "
            "of steel into the fence, "
            "the cable tied to the slots, four M3 × 8 from below, four rubber feet.",
        ),
        german=(
            "Der Taster",
            "Taster durch das Loch, Summer in den Ring hinter den kleinen Löchern. Stahlstück in den "
            "Rahmen, Kabel an die "
            "Schlitze binden, vier M3 × 8 von unten, vier Gummifüße.",
        ),
        azimuth_deg=-40.0,
        elevation_deg=16.0,
    ),
    Step(
        number=13,
        english=(
            "Cables",
            "Lay the camera's flat cable along the back of beam and right mast under the clips, "
            "through the slot into the "
            "case. No loop may hang where sleeves go. Board between the feet, its middle below the lens.",
        ),
        german=(
            "Kabel",
            "Flachkabel der Kamera hinten an Balken und rechtem Mast unter die Klammern legen, durch "
            "den Schlitz ins Gehäuse. "
            "Keine Schlaufe darf hängen, wo Ärmel hinkommen. Brett zwischen die Füße, Mitte unter die Linse.",
        ),
        shows=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        azimuth_deg=145.0,
        elevation_deg=26.0,
    ),
)
