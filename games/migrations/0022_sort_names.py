from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_analysis_boards'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='player',
            index=models.Index(
                models.Func(Lower('display_name'), template='normalize(%(expressions)s, NFD)'),
                name='player_folded_name',
            ),
        ),
    ]
